import { limits, minute } from '@jaanch/platform/limits/limits'

export const catalogueLimits = limits({
  overlapReads: {
    max: 600,
    windowS: minute,
    counted: { by: 'network', in: 'process' },
    what: 'questions what chosen tests have in common',
    per: 'network and API process',
    text: () => 'Too many questions from your network. Please wait a little and try again.',
  },
})
