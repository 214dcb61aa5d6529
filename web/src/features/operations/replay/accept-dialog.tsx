import { ReasonDialog } from '@/components/reason-dialog'
import { countText } from '@/lib/format/numbers'
import { acceptRun, type RunView } from '@/lib/resources/operations/runs'

type AcceptDialogProps = { run: RunView; onDone: () => Promise<void>; onClose: () => void }

/** Accepts the differences that are shown. */
export function AcceptDialog({ run, onDone, onClose }: AcceptDialogProps) {
  async function submit(reason: string) {
    await acceptRun(run.id, run.comparison, reason)
    await onDone()
  }

  return (
    <ReasonDialog
      title={`Accept ${countText(run.different ?? 0)} differences?`}
      description="Everybody sees the rebuilt rows at once. They are compared once more before; if more rows differ than now, you are asked again."
      submitLabel="Accept and go live"
      label="Why are the differences right?"
      hint="Other admins see it in the list of runs."
      failure="It does not go live"
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
