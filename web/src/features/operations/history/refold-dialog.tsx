import { ReasonDialog } from '@/components/reason-dialog'
import { refold } from '@/lib/resources/operations/history'
import { toast } from '@/ui/toast-store'
import { refold as texts } from './texts'

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
    toast.success(texts.succeeded(mended), of)
  }

  return (
    <ReasonDialog {...texts.dialog} onSubmit={submit} onClose={onClose}>
      {mayMiscount && <p className="rounded-lg bg-sunken px-3.5 py-2.5 text-sm">{texts.mayMiscount}</p>}
    </ReasonDialog>
  )
}
