/** The page's policy lets style elements with this mark pass, since CodeMirror writes its own at run time. */
export const styleNonce = 'codemirror';
