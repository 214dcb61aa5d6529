import type { Channel } from '@jaanch/contracts/notification-kinds'
import { useState } from 'react'
import { ReasonDialog } from '@/components/reason-dialog'
import { skipDeadMessages } from '@/lib/resources/operations/work'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { letters, skipAll as texts } from './texts'

type SkipAllDialogProps = {
  channel: Channel
  /** The first line of their errors */
  error: string
  /** How many have it */
  count: number
  onClose: () => void
  onDone: () => void
}

const ages = Object.entries(texts.ages).map(([value, label]) => ({ value, label }))

/** Gives up the dead messages of a channel with one error, all or those that died long ago. */
export function SkipAllDialog({ channel, error, count, onClose, onDone }: SkipAllDialogProps) {
  const [hours, setHours] = useState('0')

  async function submit(reason: string) {
    const skipped = await skipDeadMessages(channel, error, Number(hours), reason)
    if (skipped > 0) toast.success(texts.succeeded(skipped))
    else toast.info(texts.noneMatched, texts.noneMatchedText)
    onDone()
  }

  return (
    <ReasonDialog {...texts.dialog(channel, count)} isDangerous onSubmit={submit} onClose={onClose}>
      <p className="font-mono text-sm [overflow-wrap:anywhere]">{error || letters.noReason}</p>
      <Field label={texts.age}>
        <Select value={hours} onChange={setHours} options={ages} />
      </Field>
    </ReasonDialog>
  )
}
