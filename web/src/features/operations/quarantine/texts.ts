export const page = {
  none: 'Nothing is in quarantine',
  noneText: 'Uploads in which the scanner finds malware are kept here for 30 days.',
  failed: 'The quarantine cannot be shown at the moment.',
  label: 'Uploads with malware',
  heads: { found: 'Found', type: 'Type', size: 'Size', uploaded: 'Uploaded', by: 'By' },
}

export const save = {
  label: 'Save',
  hint: 'to examine it',
  failed: 'It was not saved',
}

export const remove = {
  label: 'Delete',
  question: (signature: string) => ({
    title: `Delete the upload with ${signature}?`,
    description: 'It is deleted for good. What is not deleted goes by itself after 30 days.',
    confirmLabel: 'Delete',
    cancelLabel: 'Keep',
  }),
  succeeded: 'It is deleted',
  failed: 'It was not deleted',
}
