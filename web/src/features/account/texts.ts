export const page = {
  heading: { title: 'Account', description: 'How you sign in, and where.' },
  loading: 'Loading',
}
