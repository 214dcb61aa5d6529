import { istDate } from '@jaanch/contracts/calendar'
import { line } from '@jaanch/contracts/http/fields'
import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import { genders } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogCommand } from '@/components/use-command'
import { genderOptions, optionalPersonFields } from '@/features/account/family/family-form'
import { checkedText, resolverFor } from '@/lib/forms'
import { questionsOf } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { useSession, useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { Input } from '@/ui/input'
import { texts } from './texts'

const detailsSchema = z.object({
  name: checkedText(line(100), texts.details.nameMissing),
  ...optionalPersonFields,
  gender: z.enum(genders).or(z.literal('')),
})

export function DetailsDialog({ onClose }: { onClose: () => void }) {
  const { storedName, phone, email, dateOfBirth, gender } = useUser()
  const { recheck } = useSession()
  const form = useForm<z.output<typeof detailsSchema>>({
    resolver: resolverFor(detailsSchema),
    defaultValues: {
      name: storedName,
      phone: phone ?? '',
      dateOfBirth: dateOfBirth ?? '',
      gender: gender ?? '',
    },
  })
  const field = { form, texts: texts.details }
  const identity = useIdentityQuestion()
  const { run, busy } = useDialogCommand({
    ...texts.details.command,
    async send({
      name,
      phone,
      dateOfBirth,
      gender,
      confirm = [],
    }: z.output<typeof detailsSchema> & { confirm?: QuestionCode[] }) {
      const body = {
        name,
        phone: phone.trim() || null,
        dateOfBirth: dateOfBirth || null,
        gender: gender || null,
        confirm,
      }
      await call('PUT', '/api/users/me', { body })
      // The shell shows the name too: load the user again.
      await recheck()
    },
    done: onClose,
    onFailure: identity.onFailure,
  })

  const question = identity.dialogOf(busy, (code) => run({ ...form.getValues(), confirm: [code] }))
  if (question) return question
  return (
    <FormDialog
      {...texts.details.dialog}
      isSubmitting={busy}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <Line {...field} name="name" autoComplete="name" maxLength={100} />
      <Line {...field} name="phone" optional type="tel" inputMode="tel" autoComplete="tel" maxLength={32} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Line
          {...field}
          name="dateOfBirth"
          optional
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={istDate(new Date())}
        />
        <Choice
          {...field}
          name="gender"
          optional
          options={genderOptions}
          placeholder={texts.details.selectGender}
          emptyLabel={texts.details.notGiven}
        />
      </div>
      <Field label={texts.details.email} hint={texts.details.emailHint}>
        <Input value={email} readOnly className="bg-sunken" />
      </Field>
    </FormDialog>
  )
}

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
      title={texts.identity.title}
      description={questions.length > 1 ? texts.identity.description : undefined}
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          {texts.identity.back}
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
              {code === 'another-person' ? texts.identity.another : texts.identity.correct}
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
