import { contactCalls } from '@jaanch/account/contacts/api'
import type { Channel } from '@jaanch/messages/message'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { phoneText } from '@/lib/format/phone'
import { resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { useSession } from '@/lib/session/session-context'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { contactNames } from './verify-contact'

const texts = {
  title: { email: 'Verify Your Email', sms: 'Verify Your Phone' },
  send: 'Send Code',
  verify: 'Verify',
  before: [
    'We send a code of six digits to ',
    '. Messages about bookings go there once you have typed it here.',
  ],
  after: ['We sent a code of six digits to ', '. It is valid for 10 minutes.'],
  code: 'Code',
  again: 'Send another code',
  againIn: (seconds: number) => `Send another code in ${seconds} s`,
  notSent: { failed: 'The code could not be sent', fallback: pleaseTryAgain },
  refused: 'That did not work. Please try again.',
  verified: (name: string) => `Your ${name} is verified`,
}

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
    send: () => call('POST', '/api/users/me/contacts/code', { body: { channel } }),
    done() {
      form.reset()
      setSentAt(Date.now())
    },
    // the dialog has a button for it
    isRepeatable: false,
  })
  const verifying = useCommand({
    send: ({ code }: { code: string }) =>
      call('POST', '/api/users/me/contacts/verify', { body: { channel, code } }),
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
