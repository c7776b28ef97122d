/** The page's policy allows style elements with this mark, because CodeMirror writes its own at run time. */
export const styleNonce = 'codemirror';
