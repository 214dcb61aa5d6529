/** The agreement of an adult family member, without which the customer does not see the results: its text and version. */
export const relativeConsent = {
  version: 1,
  text: (name: string) =>
    `${name} agrees that I see their results on Jaanch, as values over time and as PDFs, and that I pass them on to a doctor. ` +
    `${name} can withdraw this at any time.`,
} as const
