export const searchTexts = {
  incomplete:
    'The search is being prepared after an update and cannot find every application yet. Please try again in a minute.',
}
