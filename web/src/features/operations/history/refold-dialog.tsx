import { ReasonDialog } from '@/components/reason-dialog'
import { refold } from '@/lib/resources/operations/history'
import { toast } from '@/ui/toast-store'

type RefoldDialogProps = {
  of: string
  /** Counts and statistics may be wrong too, and stay as they are */
  mayMiscount: boolean
  onMended: () => Promise<unknown>
  onClose: () => void
}

export function RefoldDialog({ of, mayMiscount, onMended, onClose }: RefoldDialogProps) {
  async function submit(reason: string) {
    const { mended } = await refold(of, reason)
    await onMended()
    toast.success(mended === 1 ? '1 row was mended' : `${mended} rows were mended`, of)
  }

  return (
    <ReasonDialog
      title="Write the rows as its events say?"
      description="The fields that differ are overwritten in all generations of the read tables, and everybody who sees the rows gets them at once. The log does not change, and no message is sent."
      submitLabel="Refold"
      hint="It is stored with the operation. It is not sent to anybody."
      failure="The rows could not be mended"
      onSubmit={submit}
      onClose={onClose}
    >
      {mayMiscount && (
        <p className="rounded-lg bg-sunken px-3.5 py-2.5 text-sm">
          Counts and statistics stay as they are. They may contain the wrong row: a verification shows it, and
          a replay makes them right.
        </p>
      )}
    </ReasonDialog>
  )
}
