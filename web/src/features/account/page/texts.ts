export const page = {
  heading: { title: 'Account', description: 'How you sign in, and where.' },
  loading: 'Loading',
}

export const bounced = {
  text: (email: string) => `Our emails to ${email} bounce. Verify this address again.`,
  verify: 'Verify',
  verifyOf: 'your email',
}
