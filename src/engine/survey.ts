/** The module of the built-in survey, compiled. */
export const surveyTask = new URL('../tasks/survey/survey.js', import.meta.url);
