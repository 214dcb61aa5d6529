import { day, type LimitsOf, limits } from '@jaanch/platform/limits/limits'

export const reportLimits = limits({
  reportVersions: {
    max: 10,
    what: 'versions of a report',
    per: 'booking',
    text: (max) =>
      `This booking has ${max} versions of its report already. Please call us if it has to be corrected again.`,
  },
  reportBytes: {
    max: 2_000_000_000,
    windowS: day,
    what: 'bytes of reports uploaded as files',
    per: 'lab',
    text: (max) =>
      `Your lab uploaded ${max / 1_000_000_000} GB of reports within a day. Please send the results as values, or upload more tomorrow.`,
  },
  labIntervals: {
    max: 2_000,
    what: 'reference intervals and critical limits of a lab, ended ones included',
    per: 'lab',
    text: (max) => `Your lab has ${max} reference intervals. Please call us if you need more.`,
  },
})

export type Limits = LimitsOf<typeof reportLimits>
