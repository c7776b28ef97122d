"""Objects of other libraries, by what they look like."""
import unittest

import stridescope as ss


class Has:
    def __init__(self, **members):
        self.__dict__.update(members)


class Printed(Has):
    def __str__(self):
        return self.printed


class Integer:
    """An integer of another library: Int32 of CuTe DSL, numpy.int64."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Torch:
    shape = (64, 32)
    layout = "torch.strided"

    def stride(self):
        return (1, 64)


class Conversions(unittest.TestCase):
    def test_pycute_and_cute_dsl(self):
        self.assertEqual(repr(ss.layout(Has(shape=((2, 2), 8), stride=((1, 2), 4)))), "((2,2),8):((1,2),4)")
        self.assertEqual(repr(ss.layout(Has(shape=8, stride=2))), "8:2")
        self.assertEqual(repr(ss.layout(Has(shape=(Integer(4), 8), stride=(8, Integer(1))))), "(4,8):(8,1)")
        basis = Printed(mode=[0], value=1, printed="1@0"), Printed(mode=[1], value=1, printed="1@1")
        self.assertEqual(repr(ss.layout(Has(shape=(4, 8), stride=basis))), "(4,8):(1@0,1@1)")
        dsl = Printed(inner=0, outer=0, shape=0, printed="S<3,4,3> o 0 o (8,32):(32,1)")
        self.assertEqual(ss.layout(dsl), ss.eval("Sw<3,4,3> o 0 o (8,32):(32,1)"))
        pycute = Has(layoutB=Has(bits=3, base=4, shift=3), offset=0, layoutA=Has(shape=(8, 32), stride=(32, 1)))
        self.assertEqual(ss.layout(pycute), ss.layout(dsl))

    def test_torch(self):
        self.assertEqual(repr(ss.layout(Torch())), "(64,32):(1,64)")
        self.assertEqual(repr(ss.coalesce(Torch())), "2048:1")

    def test_numpy_by_its_attributes(self):
        self.assertEqual(repr(ss.layout(Has(shape=(4, 6), strides=(48, 8), itemsize=8))), "(4,6):(6,1)")
        self.assertEqual(repr(ss.layout(Has(shape=(4, 6), strides=(48, -8), itemsize=8))), repr(ss.eval('numpy_strides("shape=(4, 6), strides=(48, -8), itemsize=8")')))
        with self.assertRaises(ss.StridescopeError):
            ss.layout(Has(shape=(4, 6), strides=(50, 8), itemsize=8))

    def test_numpy_itself(self):
        try:
            import numpy
        except ImportError:
            self.assertRaises(ImportError, ss.layout("4:1").to_numpy)
            return
        array = numpy.zeros((6, 4), numpy.float32)
        self.assertEqual(repr(ss.layout(array)), "(6,4):(4,1)")
        self.assertEqual(repr(ss.layout(array.T)), "(4,6):(1,4)")
        self.assertEqual(repr(ss.layout(array[::2, 1:])), "(3,3):(8,1)")
        self.assertEqual(ss.layout("(4,8):(8,1)")(numpy.int64(1), numpy.int32(2)), 10)
        self.assertEqual(ss.make_shape(numpy.int64(3), 4), (3, 4))

    def test_what_is_no_value(self):
        for thing in (object(), 1.5, {}, Has(shape="abc", stride=object()), Has(shape=(1.5,), stride=(1,))):
            self.assertRaises((TypeError, ss.StridescopeError), ss.layout, thing)
        endless = []
        endless.append(endless)
        self.assertRaises(ss.StridescopeError, ss.layout, endless)


if __name__ == "__main__":
    unittest.main()
