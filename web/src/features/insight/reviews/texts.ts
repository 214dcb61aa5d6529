export const page = {
  heading: {
    title: 'Reviews',
    description: 'What customers say of their visits. Hidden ones do not count in the ratings.',
  },
  none: 'No reviews found',
  noneText: 'Customers review a visit once it is completed.',
}

export const review = {
  label: (tests: string, stars: number) => `${tests}, ${stars} of 5 stars`,
  hidden: 'Hidden',
  noText: 'Without a text.',
  origin: (tests: string, lab: string | undefined, customer: string) =>
    `${tests} at ${lab ?? 'no lab'}, by ${customer}`,
  moderated: (isHidden: boolean, reason: string) => `${isHidden ? 'Hidden' : 'Shown again'}: ${reason}`,
  show: 'Show again',
  hide: 'Hide',
  of: (tests: string) => `the review of ${tests}`,
}

export const filters = {
  stars: 'Stars',
  allStars: 'All stars',
  starsOf: (stars: string) => (stars === '1' ? '1 star' : `${stars} stars`),
  state: 'State',
  allStates: 'Shown and hidden',
  shown: 'Shown',
  hidden: 'Hidden',
  lab: 'Lab',
  allLabs: 'All labs',
}

const dialog = {
  failure: 'Failed to change the review',
  hint: 'Other admins see it here and in the audit trail. It is not sent to anybody.',
}

export const moderation = {
  show: {
    dialog: {
      ...dialog,
      title: 'Show this review again?',
      description: 'Its stars count again, and its lab reads it.',
      submitLabel: 'Show again',
    },
    succeeded: 'Review is shown again',
  },
  hide: {
    dialog: {
      ...dialog,
      title: 'Hide this review?',
      description:
        'Its stars no longer count, and its lab no longer reads it. Its customer sees that it is hidden.',
      submitLabel: 'Hide review',
    },
    succeeded: 'Review is hidden',
  },
}
