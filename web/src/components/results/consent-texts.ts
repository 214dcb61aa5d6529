export const consentNote = {
  given: (name: string, date: string) => `${name} agreed on ${date} that you see these results.`,
  withdraw: 'Withdraw',
  withdrawTitle: (name: string) => `Withdraw the agreement of ${name}?`,
  withdrawText:
    'The results and their PDFs are then no longer shown, and links with them that were shared with doctors end.',
  withdrawConfirm: 'Withdraw the agreement',
  keep: 'Keep it',
  withdrawn: 'The agreement is withdrawn',
  withdrawFailed: 'Failed to withdraw the agreement',
}
