export const notFound = {
  title: 'Page Not Found',
  text: 'The address may be mistyped, or the page has moved.',
  home: 'Go to Home',
}

export const signedOut = ['You were signed out.', 'Please log in again to continue.'] as const

export const unreachable = {
  title: 'Reconnecting…',
  text: "Jaanch can't be reached at the moment. You stay signed in, and this page opens by itself.",
  recheck: 'Try again',
}

export const crash = {
  title: 'Something went wrong',
  text: 'Nothing that you booked is lost. Please load the page again.',
  reload: 'Reload',
}

export const maintenance = { label: 'Notice', dismiss: 'Dismiss the notice' }

export const supportLead = 'Questions?'

export const unsent = {
  title: (count: number) => (count === 1 ? '1 entry is not sent yet' : `${count} entries are not sent yet`),
  text: 'What is not sent stays on this device if you sign out now, and is sent when you sign in here again.',
  leave: 'Sign out',
  stay: 'Stay signed in',
}
