import { useForm } from 'react-hook-form'
import { serverText } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

type CodeFormProps = {
  label: string
  hint?: string
  /** 'app': six digits; 'recovery': letters and digits */
  kind: 'app' | 'recovery'
  submitLabel: string
  /** Whether the field is what comes next (default) */
  isFocused?: boolean
  /** What it throws is shown below the field */
  onSubmit: (code: string) => Promise<void>
}

/** One field for a code that proves who the user is. */
export function CodeForm({ label, hint, kind, submitLabel, isFocused = true, onSubmit }: CodeFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })

  async function submit({ code }: { code: string }) {
    try {
      await onSubmit(code)
    } catch (error) {
      setError('code', { message: serverText(error) ?? 'Please try again' }, { shouldFocus: true })
    }
  }

  const isApp = kind === 'app'
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(submit)}>
      <Field label={label} hint={hint} error={formState.errors.code?.message}>
        <Input
          // the step has replaced another form: the code is what comes next
          autoFocus={isFocused}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          inputMode={isApp ? 'numeric' : 'text'}
          autoCapitalize="characters"
          maxLength={isApp ? 10 : 50}
          className="font-mono tracking-widest"
          {...register('code', {
            validate: (code) =>
              !isApp || /^\d{6}$/.test(code.replaceAll(/\s/g, '')) || 'Please enter the six digits',
            required: 'Please enter a code',
          })}
        />
      </Field>
      <Button type="submit" size="lg" loading={formState.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  )
}
