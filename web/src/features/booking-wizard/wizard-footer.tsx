import { Button } from '@/ui/button'

/** The specified alert, and the server's reason where it gave one. */
export type Failure = { text: string; reason?: string | undefined }

type WizardFooterProps = {
  step: number
  valid: boolean
  sending: boolean
  failure: Failure | null
  /** Shown on a phone, where the summary may be out of sight */
  toPay: string | undefined
  onBack: () => void
}

/** Within reach of the thumb, always. */
export function WizardFooter({ step, valid, sending, failure, toPay, onBack }: WizardFooterProps) {
  const label = step < 6 ? 'Next' : sending ? 'Processing...' : 'Confirm Booking'
  return (
    <div className="sticky bottom-0 border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      {failure && (
        <div role="alert" className="animate-rise bg-error-soft text-error">
          <div className="mx-auto max-w-[1040px] px-4 py-3 sm:px-6">
            <p className="font-semibold">{failure.text}</p>
            {failure.reason && <p>{failure.reason}</p>}
          </div>
        </div>
      )}
      {toPay && (
        <p className="flex items-baseline justify-between px-4 pt-3 sm:hidden">
          <span className="text-ink-soft">To pay</span>
          <strong className="font-bold text-base tabular-nums">{toPay}</strong>
        </p>
      )}
      <div className="mx-auto flex max-w-[1040px] justify-between gap-3 px-4 py-3 sm:px-6">
        <Button variant="outline" size="lg" disabled={sending} onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          size="lg"
          className="max-sm:grow sm:min-w-44"
          disabled={!valid}
          loading={sending}
        >
          {label}
        </Button>
      </div>
    </div>
  )
}
