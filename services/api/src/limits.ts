import { accountLimits } from '@jaanch/account/limits'
import { bookingLimits } from '@jaanch/booking/limits'
import { catalogueLimits } from '@jaanch/catalogue/limits'
import { type LimitsOf, limits, minute } from '@jaanch/platform/limits/limits'

import { passwordLimits } from '@jaanch/platform/limits/password-attempts'
import type { RateLimitsOf } from '@jaanch/platform/limits/rate-limits'
import { reportLimits } from '@jaanch/report/limits'
import { shareLimits } from '@jaanch/shares/limits'

const ownLimits = limits({
  calls: {
    max: 300,
    windowS: minute,
    counted: { by: 'network', in: 'redis' },
    what: 'calls to sign in, to register, to set a password, and applications of labs',
    per: 'network, of browsers that did not sign in before',
    text: () => 'Too many attempts. Please wait a little and try again.',
  },
  knownCalls: {
    max: 120,
    windowS: minute,
    counted: { by: 'id', in: 'redis' },
    what: 'the same calls, signed in or in a browser that signed in before',
    per: 'account',
    text: () => 'Too many attempts with this account. Please wait a little and try again.',
  },
  knownCallsHere: {
    max: 3_000,
    windowS: minute,
    counted: { by: 'network', in: 'redis' },
    what: 'the same calls, signed in or in a browser that signed in before',
    per: 'network',
    text: () => 'Too many attempts from your network. Please wait a little and try again.',
  },
  customerWrites: {
    max: 600,
    windowS: minute,
    counted: { by: 'id', in: 'process' },
    what: 'calls of a customer that are not reads',
    per: 'user and API process',
    text: () => 'You sent very many changes within a minute. Please wait a little and try again.',
  },
  staffWrites: {
    max: 6_000,
    windowS: minute,
    counted: { by: 'id', in: 'process' },
    what: 'calls of a lab or an admin that are not reads',
    per: 'user and API process',
    text: () => 'You sent very many changes within a minute. Please wait a little and try again.',
  },
  userSockets: {
    max: 20,
    what: 'sockets, for example tabs; the newest is closed',
    per: 'user and API process',
    text: (max) => `You have Jaanch open ${max} times already.`,
  },
  networkSockets: {
    max: 1_000,
    what: 'sockets',
    per: 'network and API process',
    text: () => 'There are very many open connections from your network. Please try again later.',
  },
})

/** Every limit. LIMIT_SCALE multiplies the numbers; docs/limits.md is made from this table. */
export const limitTable = {
  ...ownLimits,
  ...passwordLimits,
  ...accountLimits,
  ...bookingLimits,
  ...catalogueLimits,
  ...reportLimits,
  ...shareLimits,
}

export type LimitName = keyof typeof limitTable
export type Limits = LimitsOf<typeof limitTable>
export type RateLimits = RateLimitsOf<typeof limitTable>
