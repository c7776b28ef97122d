// What lessons_plugin.ts makes of core/data/lessons.
declare module 'virtual:lessons' {
  const lessons: readonly import('./lessons').ListedLesson[];
  export default lessons;
}
