/** What an adult family member agrees to before the customer sees the results: the text and its version. */
export const relativeConsent = {
  version: 1,
  text: (name: string) =>
    `${name} agrees that I see their results on Jaanch, as values over time and as PDFs, and that I pass them on to a doctor. ` +
    `${name} can withdraw this at any time.`,
} as const
