export const tryAgain = 'Try again'
export const pleaseTryAgain = 'Please try again'
export const openFileTexts = { failed: 'The file could not be opened', fallback: pleaseTryAgain }
export const reasonTexts = {
  label: 'Reason',
  hint: 'Other admins see it in the audit trail. It is not sent to anybody.',
  choose: 'Select a reason',
  noneChosen: 'Please select a reason',
  missing: 'Please give a reason, at most 500 characters',
}
export const leaveTexts = {
  title: 'Leave without saving?',
  description: 'What you changed here is lost.',
  confirmLabel: 'Leave',
  cancelLabel: 'Keep editing',
}
export const waitText = (seconds: number) => `You can try again in ${seconds} s.`
