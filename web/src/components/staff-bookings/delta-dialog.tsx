import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { delta as texts } from './report-texts'

type DeltaDialogProps = { deltas: readonly string[]; onConfirm: () => void; onClose: () => void }

/**
 * Results that are far from the person's last ones: somebody looks a second time before they are released. Enter goes back to the values.
 */
export function DeltaDialog({ deltas, onConfirm, onClose }: DeltaDialogProps) {
  return (
    <OpenConfirmDialog
      title={texts.title}
      description={
        <>
          <span className="grid gap-2 font-medium text-ink tabular-nums">
            {deltas.map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </span>
          <span className="mt-3 block">{texts.question}</span>
        </>
      }
      confirmLabel={texts.confirm}
      cancelLabel={texts.check}
      variant="outline"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
