import type { SecondFactorView, SetUp } from '@jaanch/account/second-factors/api'
import { useState } from 'react'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast-store'
import { beginChange, type Proof, removeFactor, renewRecoveryCodes } from './calls'
import { ProveDialog } from './prove-dialog'
import { RecoveryCodes, SetUpFactor } from './set-up-factor'

const texts = {
  add: { title: 'Add a second step', submitLabel: 'Continue', succeeded: 'Second step added' },
  renew: {
    title: 'New recovery codes',
    submitLabel: 'Continue',
    succeeded: 'Your new recovery codes are ready',
  },
  remove: {
    title: 'Remove this second step',
    submitLabel: 'Remove',
    succeeded: 'Second step removed',
  },
  description: 'Please confirm that it is you.',
}

export type FactorChange = { kind: 'add' } | { kind: 'renew' } | { kind: 'remove'; factor: SecondFactorView }

/** A change of the second factors: first the password, then a second step if there is one, then what it is about. */
export function FactorDialog({ change, onClose }: { change: FactorChange; onClose: () => void }) {
  const [setUp, setSetUp] = useState<SetUp>()
  const [codes, setCodes] = useState<string[]>()
  const { title, submitLabel, succeeded } = texts[change.kind]

  async function carryOut(proof: Proof) {
    const begun = await beginChange(proof)
    if (change.kind === 'add') return setSetUp(begun)
    if (change.kind === 'renew') return setCodes(await renewRecoveryCodes(begun.ticket))
    await removeFactor(change.factor.id, begun.ticket)
    done()
  }

  function done() {
    onClose()
    toast.success(succeeded)
  }

  if (setUp || codes) {
    return (
      <Dialog onClose={onClose} title={title}>
        {setUp && <SetUpFactor setUp={setUp} onDone={done} />}
        {codes && <RecoveryCodes codes={codes} onDone={done} />}
      </Dialog>
    )
  }
  return (
    <ProveDialog {...{ title, submitLabel, onClose }} description={texts.description} onProof={carryOut} />
  )
}
