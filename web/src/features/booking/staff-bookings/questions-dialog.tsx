import type { Question } from '@jaanch/contracts/http/questions'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { questions as texts } from './report-texts'

type QuestionsDialogProps = { questions: readonly Question[]; onConfirm: () => void; onClose: () => void }

/** What is doubtful in a report: somebody looks a second time before it is released. Enter goes back to the values. */
export function QuestionsDialog({ questions, onConfirm, onClose }: QuestionsDialogProps) {
  return (
    <OpenConfirmDialog
      title={texts.title}
      description={
        <>
          <span className="grid gap-2 font-medium text-ink tabular-nums">
            {questions.map(({ text }) => (
              <span key={text}>{text}</span>
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
