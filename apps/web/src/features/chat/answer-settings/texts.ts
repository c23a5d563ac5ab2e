export const answerSettingsTexts = {
  failed: "Couldn't change the setting",
} as const;
