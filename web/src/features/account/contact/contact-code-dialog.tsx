import { contactCalls } from '@jaanch/account/contacts/api'
import type { Channel } from '@jaanch/messages/channels'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { phoneText } from '@/lib/format/phone'
import { resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { useSession } from '@/lib/session/session-context'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { contactNames, contactCode as texts } from './texts'

type ContactCodeDialogProps = { channel: Channel; address: string; onClose: () => void }

const schema = contactCalls.proveContact.body.pick({ code: true })

/** An SMS takes some seconds: who asks again at once would type the code that the second one replaced. */
const resendAfterMs = 60_000

/** Sends a code to an address of the user, who verifies the address by typing it. Mount it only while it is open. */
export function ContactCodeDialog({ channel, address, onClose }: ContactCodeDialogProps) {
  const { recheck } = useSession()
  const [sentAt, setSentAt] = useState<number>()
  const form = useForm({ resolver: resolverFor(schema), defaultValues: { code: '' } })
  const { errors } = form.formState
  const isSent = sentAt !== undefined

  const { setFocus } = form
  useEffect(() => {
    if (sentAt) setFocus('code')
  }, [sentAt, setFocus])

  const sending = useCommand({
    ...texts.notSent,
    send: () => sendContactCode({ channel }),
    done() {
      form.reset()
      setSentAt(Date.now())
    },
    // the dialog has a button for it
    isRepeatable: false,
  })
  const verifying = useCommand({
    send: ({ code }: { code: string }) => proveContact({ channel, code }),
    async done() {
      await recheck()
      onClose()
      toast.success(texts.verified(contactNames[channel]))
    },
    onFailure(error) {
      form.setError('code', { message: serverText(error) ?? texts.refused })
      return true
    },
  })

  const [before, after] = isSent ? texts.after : texts.before

  return (
    <FormDialog
      title={texts.title[channel]}
      submitLabel={isSent ? texts.verify : texts.send}
      isSubmitting={verifying.busy || (sending.busy && !isSent)}
      onSubmit={isSent ? form.handleSubmit(verifying.run) : () => sending.run()}
      onClose={onClose}
    >
      <p role="status">
        {before}
        <strong className={cn('font-semibold', channel === 'sms' ? 'whitespace-nowrap' : 'break-words')}>
          {channel === 'sms' ? phoneText(address) : address}
        </strong>
        {after}
      </p>
      {isSent && (
        <>
          <Field label={texts.code} error={errors.code?.message}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              className="text-center font-semibold text-xl tabular-nums tracking-[0.4em] sm:text-xl"
              {...form.register('code')}
            />
          </Field>
          <ResendButton
            sentAt={errors.code ? 0 : sentAt}
            loading={sending.busy}
            onClick={() => void sending.run()}
          />
        </>
      )}
    </FormDialog>
  )
}

/** `sentAt`: 0 to send another one at once, after a code that was refused */
type ResendButtonProps = { sentAt: number; loading: boolean; onClick: () => void }

function ResendButton({ sentAt, loading, onClick }: ResendButtonProps) {
  const now = useNow(1_000)
  const seconds = Math.ceil((sentAt + resendAfterMs - now.getTime()) / 1_000)
  const isEarly = seconds > 0
  return (
    <Button
      variant="ghost"
      className="-ml-4 justify-self-start tabular-nums"
      disabled={isEarly}
      loading={loading}
      onClick={onClick}
    >
      {isEarly ? texts.againIn(Math.min(seconds, resendAfterMs / 1_000)) : texts.again}
    </Button>
  )
}

/** Sends a code to the user's e-mail address or phone. */
function sendContactCode(body: OptionsAt<'POST', '/api/users/me/contacts/code'>['body']) {
  return call('POST', '/api/users/me/contacts/code', { body })
}

/** Verifies the address that the code was sent to. Call the session's `recheck` to show it. */
function proveContact(body: OptionsAt<'POST', '/api/users/me/contacts/verify'>['body']) {
  return call('POST', '/api/users/me/contacts/verify', { body })
}
