import { pleaseTryAgain } from '@/components/texts'

export const security = {
  title: 'Sign-in and security',
  changePassword: 'Change password',
  sessions: 'Where you are signed in',
  unavailable: "This can't be shown at the moment.",
  somethingUnknown:
    'Something that you do not know? Change your password: that signs out your other devices.',
}

export const signOutEverywhere = {
  label: 'Sign out everywhere',
  question: {
    title: 'Sign out everywhere',
    description: 'You are signed out on all your devices, this one too.',
    confirmLabel: 'Sign out everywhere',
    cancelLabel: 'Cancel',
  },
  command: {
    succeeded: 'Signed out everywhere',
    failed: 'Failed to sign out everywhere',
    fallback: pleaseTryAgain,
  },
}

export const session = {
  thisDevice: 'This device',
  signOut: 'Sign out',
  signedOut: 'Signed out',
  failed: 'Failed to sign out',
  fallback: pleaseTryAgain,
}

export const password = {
  dialog: {
    title: 'Change Password',
    description: 'Your other devices are signed out.',
    submitLabel: 'Change Password',
  },
  current: 'Current Password',
  currentMissing: 'Please enter your current password',
  next: 'New Password',
  nextHint: 'At least 6 characters',
  command: {
    succeeded: ['Password changed', 'Your other devices were signed out.'],
    failed: 'The password was not changed',
    fallback: pleaseTryAgain,
  },
} as const

export const factor = {
  titles: { add: 'Add a second step', renew: 'New recovery codes', remove: 'Remove this second step' },
  description: 'Please confirm that it is you.',
  proveFirst: 'Please confirm it with a second step that you have.',
  submitLabels: { add: 'Continue', renew: 'Continue', remove: 'Remove' },
  password: 'Password',
  passwordMissing: 'Please enter your password',
  succeeded: {
    add: 'Second step added',
    renew: 'Your new recovery codes are ready',
    remove: 'Second step removed',
  },
  failed: 'Nothing was changed',
  fallback: pleaseTryAgain,
}

export const confirm = {
  title: 'Confirm that it is you',
  description: 'You have been signed in for a while, and this may change what cannot be changed back.',
  proveFirst: factor.proveFirst,
  submitLabel: 'Confirm',
  password: factor.password,
  passwordMissing: factor.passwordMissing,
  failed: factor.failed,
  fallback: pleaseTryAgain,
}

export const setUp = {
  mailedCode: 'Code from your email',
  mailedCodeHint:
    'We sent it just now; it is valid for 10 minutes. If no email arrives, the people who run Jaanch can give you one.',
  mailedCodeMissing: 'Please enter the code from your email',
  scan: 'Scan this with an authenticator app, or type the key there.',
  qrCode: 'QR code for your authenticator app',
  appCode: { label: 'Code from the app', submitLabel: 'Add authenticator app' },
  orPasskey: 'Or use your fingerprint, your face, or a security key.',
  addPasskey: 'Add a passkey',
  passkey: { failed: 'The passkey was not added', fallback: pleaseTryAgain },
}

export const prove = {
  recoveryCode: {
    label: 'Recovery code',
    hint: 'One of the ten codes that you saved. It works once.',
    submitLabel: 'Continue',
  },
  appCode: { label: 'Code from your authenticator app', submitLabel: 'Continue' },
  usePasskey: 'Use a passkey',
  useRecoveryCode: 'Use a recovery code',
  noRecoveryCode: 'Do not use a recovery code',
  fallback: 'The passkey was not used',
}

export const code = { incomplete: 'Please enter the six digits', missing: 'Please enter a code' }

export const recovery = {
  keep: 'Keep these codes in a safe place. Each signs you in once if you lose your device. They are not shown again.',
  label: 'Recovery codes',
  download: 'Download',
  saved: 'I have saved them',
  file: (codes: readonly string[]) => `Recovery codes for Jaanch. Each works once.\n\n${codes.join('\n')}\n`,
}

export const twoSteps = {
  title: 'Two-step sign-in',
  add: 'Add',
  aSecondStep: 'a second step',
  kinds: { totp: 'Authenticator app', passkey: 'Passkey' },
  none: 'With an authenticator app or a passkey, a stolen password is not enough to sign in as you.',
  codesLeft: (count: number) => `${count} of 10 recovery codes left, for when you lose your device.`,
  newCodes: 'New recovery codes',
  added: (time: string, device: string) => `Added ${time}, on ${device}`,
  used: (time: string) => `Last used ${time}`,
  notUsed: 'Not used yet',
  remove: (name: string) => `Remove ${name}`,
}
