// The topic `morphisms` of the help: morphisms of layouts, with examples that the tests run.
#include "core/cli/topic.h"

namespace stridescope::cli {
namespace {

constexpr std::string_view category_text = R"man(
DESCRIPTION
    Categorical Foundations for CuTe Layouts (Colfax Research) explains the
    algebra of tractable layouts by morphisms. The language has all of its
    operations as functions tract.NAME, or NAME alone if no other function and
    no value has that name. coalesce, size, `o`, ⊘ and ⊗ accept morphisms, too.

    A morphism S --(a1,...,am)--> T maps entry i of S to entry ai of T, counted
    from 1, or to the base point if ai is 0. No two entries map to the same
    entry, and an entry maps to an equal one. S and T can be nested.

VALUES
    (4,5)--(1,3)-->(4,7,5)     a morphism
    (*,(*,*))                  a profile, printed (_,(_,_))
    (2,3,4)_P                  the nested tuple of these entries and profile P
    span(S--(a)-->U)           a span T <- R -> U: S is R, nested to show T
    divisibility_morphism(S, T, a)   any map; the product of the entries
                               that map to an entry of T divides it

FUNCTIONS
    layouts        morphism, layout, is_tractable, tractability, precedes,
                   nullify_trivial_strides, sort_flat_layout, complement_size
    category       compose, weak_composite, identity, inverse, concat, sum,
                   restrict, factorize, flatten, flatten_codomain
    forms          standard_form, squeeze, sort, coalesce, strong_coalesce
    operations     complement, logical_divide, logical_product; tests of
                   their conditions: is_complementable, is_divisible,
                   is_product_admissible
    refinements    refines, mutual_refinement, pullback, pushforward,
                   refinement_morphism, is_refinement
    finite sets    realize, apply, colex, colex_inverse
    operads        profile, substitute, divisibility_morphism, span
    composition    compose_layouts, compare_composition
    pictures       tikz, layout_tikz, mutual_refinement_tikz; every morphism,
                   span and tractable layout also has the view kind=diagram,
                   composites the view kind=composite

    flat_NAME acts on the flattening. `stridescope functions tract.NAME`
    explains one of them.

EXAMPLES
    The morphism that encodes a layout, and a layout without one:
      $ stridescope eval 'morphism((4,5):(1,64))'
      (4,5)--(1,3)-->(4,16,5)
      $ stridescope eval 'tractability((2,2,2):(1,7,4))'
      not tractable: mode 3, 2:4, comes before mode 2, 2:7, but 2 * 4 = 8 does not divide 7

    Composition by morphisms, compared with CuTe's:
      $ stridescope eval 'compare_composition((6,6):(6,1), (12,3,6):(1,72,12))'
      by morphisms  ((2,3),6):((6,72),1)
      by CuTe       ((2,3,1),(6,1,1)):((6,72,12),(1,72,12))
      as functions  equal

    Its steps, and its diagram:
      $ stridescope explain 'compose_layouts((6,6):(6,1), (12,3,6):(1,72,12))'
      tract.compose_layouts((6,6):(6,1), (12,3,6):(1,72,12)) = ((2,3),6):((6,72),1)
      ...
      $ stridescope render --view kind=composite \
          'compose_layouts((6,6):(6,1), (12,3,6):(1,72,12))'
         domain     codomain
                  6        3
       6      6 3 3        6
              3 2 2        2
       6      2 6 6        6
      ...
)man";

}  // namespace

std::string category_topic() { return std::string(category_text); }

}  // namespace stridescope::cli
