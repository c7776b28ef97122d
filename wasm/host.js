// The function of the host that the core asks before each statement (core/base/statement_gate.h): the option `statement`
// of the loader. Without one every statement is evaluated.
mergeInto(LibraryManager.library, {
  host_statement: function (text, bytes) {
    return Module['statement'] ? Module['statement'](text, bytes) : 1;
  },
});
