/** What an adult family member agrees to before the customer sees the results as values: the text and its version. */
export const relativeConsent = {
  version: 1,
  text: (name: string) =>
    `${name} agrees that I see their results on Jaanch as values, with intervals and over time, and that I pass them on to a doctor. ` +
    `${name} can withdraw this at any time.`,
} as const
