import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { identity as texts } from './texts'

type IdentityDialogProps = {
  /** The possible answers */
  questions: readonly Question[]
  busy: boolean
  onAnswer: (code: QuestionCode) => void
  /** Back to the form */
  onClose: () => void
}

/** The results of a person stay with the right one: an edit corrects a mistake, or it is about somebody else. */
export function IdentityDialog({ questions, busy, onAnswer, onClose }: IdentityDialogProps) {
  return (
    <Dialog
      title={texts.title}
      description={questions.length > 1 ? texts.description : undefined}
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          {texts.back}
        </Button>
      }
    >
      <ul className="grid gap-4">
        {questions.map(({ code, text }) => (
          <li key={code} className="grid gap-2 rounded-xl border p-4">
            <p className="text-pretty">{text}</p>
            <Button
              variant="soft"
              className="justify-self-start"
              disabled={busy}
              onClick={() => onAnswer(code)}
            >
              {code === 'another-person' ? texts.another : texts.correct}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
