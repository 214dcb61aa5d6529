import { about, type Samples } from '@jaanch/tests/contract/matrix/sample'
import { createFileTicket, createShare, sharedPasscode, shareInput } from '@jaanch/tests/support/shares'

export const shareSamples: Samples = {
  createShare: { build: () => ({ body: shareInput() }) },
  endShare: about((_, { customer }) => createShare(customer.client)),
  openShare: about(async (_, { customer }) => ({ id: (await createShare(customer.client)).linkId }), {
    recipient: 'Dr. Mehta',
    passcode: sharedPasscode,
  }),
  getSharedFile: about(async (_, { customer }) => ({ id: await createFileTicket(customer.client) })),
}
