export const account = {
  menu: (name: string) => `Account of ${name}`,
  signOut: 'Sign Out Everywhere',
  disable: 'Disable Account',
  enable: 'Enable Account',
}

export const standing = {
  disable: {
    dialog: (name: string) => ({
      title: `Disable the account of ${name}?`,
      description: 'They are signed out at once, everywhere, and cannot sign in.',
      submitLabel: 'Disable',
      failure: 'Failed to disable the account',
    }),
    succeeded: 'Account disabled',
  },
  enable: {
    dialog: (name: string) => ({
      title: `Enable the account of ${name}?`,
      description: 'They can sign in again.',
      submitLabel: 'Enable',
      failure: 'Failed to enable the account',
    }),
    succeeded: 'Account enabled',
  },
}

export const signOut = {
  question: (name: string) => ({
    title: `Sign ${name} out everywhere?`,
    description: 'All their devices are signed out at once. They can sign in again.',
    confirmLabel: 'Sign Out',
    cancelLabel: 'Cancel',
  }),
  succeeded: 'Signed out everywhere',
  failed: 'Failed to sign out',
}
