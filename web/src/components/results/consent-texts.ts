export const consentNote = {
  given: (name: string, date: string) => `${name} agreed on ${date} that you see these results.`,
  withdraw: 'Withdraw',
  withdrawTitle: (name: string) => `Withdraw the agreement of ${name}?`,
  withdrawText:
    'The results are then no longer shown one by one, and links with them that were shared with doctors end. PDFs stay on the Reports page.',
  withdrawConfirm: 'Withdraw the agreement',
  keep: 'Keep it',
  withdrawn: 'The agreement is withdrawn',
  withdrawFailed: 'Failed to withdraw the agreement',
}
