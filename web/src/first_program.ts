/** Shown if the page opens without a program. It is the first entry of the gallery, for which the page does not wait. */
export const firstProgram = `# B walks over the elements of A
A = (6,2):(8,2)
B = (4,3):(3,1)
R = composition(A, B)
`;
