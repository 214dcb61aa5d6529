import type { DeadLetterView } from '@jaanch/contracts/http/operations/work'
import { ReasonDialog } from '@/components/reason-dialog'
import { skipDeadLetter } from '@/lib/resources/operations/work'
import { toast } from '@/ui/toast-store'

type SkipDialogProps = { letter: DeadLetterView; onClose: () => void; onDone: () => void }

/** Gives up what a dead letter is about, with the reason. */
export function SkipDialog({ letter: { id, consumer }, onClose, onDone }: SkipDialogProps) {
  async function submit(reason: string) {
    await skipDeadLetter(id, reason)
    toast.success(`Dead letter ${id} is skipped`)
    onDone()
  }

  return (
    <ReasonDialog
      title={`Skip dead letter ${id}?`}
      description={`What ${consumer} should have done will never happen: a message is not sent, a reminder is not given, and work continues after the event that failed.`}
      submitLabel="Skip"
      hint="It is stored with the dead letter."
      failure="It was not skipped"
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
