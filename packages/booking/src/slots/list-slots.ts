import { findCaller } from '@jaanch/account/sessions/authentication'
import { AppError } from '@jaanch/contracts/errors'
import { networkOf } from '@jaanch/platform/http/network'
import { serveCall } from '@jaanch/platform/http/served'
import { slotCalls } from './api.ts'
import { findVisit } from './availability.ts'
import { isTooFar } from './view-slots.ts'

export const listSlots = serveCall(
  slotCalls.listSlots,
  async ({ query: { visitId, ...query }, request }, services) => {
    await services.rateLimits.count('slotReads', networkOf(request.ip))
    if (isTooFar(query, services.now())) throw new AppError('malformed', 'from lies more than a year ahead.')
    const caller = visitId === undefined ? undefined : await findCaller(services, request)
    const visit = visitId && caller ? await findVisit(services, visitId, caller) : null
    return (await services.readSlots({ ...query, visit })).view
  },
)
