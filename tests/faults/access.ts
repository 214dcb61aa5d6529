import type { Fault } from './fault.ts'

export const accessFaults: readonly Fault[] = [
  {
    name: 'A code of an authenticator app is accepted twice.',
    file: 'packages/account/src/second-factors/totp.ts',
    from: 'return step > lastStep ?',
    to: 'return step >= lastStep ?',
    caughtBy: ['packages/account/src/second-factors/totp.test.ts'],
  },
  {
    name: 'An account that was disabled keeps its access until somebody notifies the process.',
    file: 'packages/account/src/sessions/standings.ts',
    from: 'if (cached && cached.expiresAt > at)',
    to: 'if (cached)',
    caughtBy: ['packages/account/src/sessions/standings.test.ts'],
  },
  {
    name: 'A lab changes the bookings of other labs.',
    file: 'packages/booking/src/policies.ts',
    from: 'return booking.labPartnerId !== null && booking.labPartnerId === caller.labPartnerId',
    to: 'return booking.labPartnerId !== null',
    caughtBy: ['packages/booking/src/change-status.int.test.ts'],
  },
  {
    name: 'A link to shared results opens after its end.',
    file: 'packages/shares/src/share-rows.ts',
    from: 's.ended_at is null and s.expires_at >',
    to: 's.ended_at is null or s.expires_at >',
    caughtBy: ['packages/shares/src/shares.int.test.ts'],
  },
  {
    name: 'The results of an adult relative are shown to whoever booked, without a consent.',
    file: 'packages/account/src/people/relative-consent.ts',
    from: "if (isWithheld) throw new AppError('consent-needed'",
    to: "if (!name) throw new AppError('consent-needed'",
    caughtBy: ['packages/report/src/sign-off/sign-off.int.test.ts'],
  },
  {
    name: 'A link that sets a new password is valid for a day instead of an hour.',
    file: 'packages/account/src/sessions/set-password.ts',
    from: 'const lifetimeMs = 60 * 60 * 1_000',
    to: 'const lifetimeMs = 24 * 60 * 60 * 1_000',
    caughtBy: ['packages/account/src/sessions/set-password.int.test.ts'],
  },
]
