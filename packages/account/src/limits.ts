import { day, hour, type LimitsOf, limits } from '@jaanch/platform/limits/limits'
import type { RateLimitsOf } from '@jaanch/platform/limits/rate-limits'

export const accountLimits = limits({
  registrations: {
    max: 500,
    windowS: hour,
    counted: { by: 'network', in: 'redis' },
    what: 'registrations of customers',
    per: 'network',
    text: () => 'Very many accounts were created from your network. Please try again in an hour.',
  },
  labApplications: {
    max: 20,
    windowS: day,
    counted: { by: 'network', in: 'redis' },
    what: 'applications of labs',
    per: 'network',
    text: (max) => `${max} labs applied from your network within a day. Please try again tomorrow.`,
  },
  smsCodes: {
    max: 200,
    windowS: day,
    counted: { by: 'network', in: 'redis' },
    what: 'one-time codes by SMS',
    per: 'network',
    text: () =>
      'Very many codes were sent by SMS to your network today. Please verify your email address instead, or try again tomorrow.',
  },
  invitations: {
    max: 50,
    windowS: day,
    counted: { by: 'id', in: 'redis' },
    what: 'invitations of people, sent for the first time or again',
    per: 'lab',
    text: (max) => `Your lab sent ${max} invitations within a day. Please send more tomorrow.`,
  },
  labPeople: {
    max: 200,
    what: 'people who work for a lab',
    per: 'lab',
    text: (max) =>
      `${max} people work for your lab already. Please end the access of one before you invite another.`,
  },
  exports: {
    max: 5,
    windowS: day,
    counted: { by: 'id', in: 'redis' },
    what: 'downloads of everything that is stored about a person',
    per: 'user',
    text: (max) => `You can download your data ${max} times a day. Please try again tomorrow.`,
  },
  addresses: {
    max: 100,
    what: 'addresses',
    per: 'customer',
    text: (max) => `You have ${max} addresses already. Please remove one before you add another.`,
  },
  familyMembers: {
    max: 100,
    what: 'family members',
    per: 'customer',
    text: (max) => `You have ${max} family members already. Please remove one before you add another.`,
  },
})

export type Limits = LimitsOf<typeof accountLimits>
export type RateLimits = RateLimitsOf<typeof accountLimits>
