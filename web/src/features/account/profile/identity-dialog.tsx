import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import { useState } from 'react'
import { questionsOf } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { identity as texts } from './texts'

type IdentityDialogProps = {
  /** The possible answers */
  questions: readonly Question[]
  busy: boolean
  onAnswer: (code: QuestionCode) => unknown
  /** Back to the form */
  onClose: () => void
}

/** The results of a person stay with the right one: an edit corrects a mistake, or it is about somebody else. */
function IdentityDialog({ questions, busy, onAnswer, onClose }: IdentityDialogProps) {
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

/**
 * The question that the API asks instead of saving a form.
 * @returns `onFailure` for the command of the form, and what shows the question in place of the form; undefined if there is none
 */
export function useIdentityQuestion() {
  const [questions, setQuestions] = useState<Question[]>()
  return {
    onFailure(error: unknown): boolean {
      const asked = questionsOf(error)
      setQuestions(asked)
      return asked !== undefined
    },
    dialogOf: (busy: boolean, onAnswer: (code: QuestionCode) => unknown) =>
      questions && (
        <IdentityDialog
          questions={questions}
          busy={busy}
          onAnswer={onAnswer}
          onClose={() => setQuestions(undefined)}
        />
      ),
  }
}
