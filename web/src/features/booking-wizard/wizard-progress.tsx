import { lastStep } from './steps'

/** The bar is step ÷ 5 wide (specification, section 2.10): wider than its track from step 6 on, which clips it. */
export function WizardProgress({ step }: { step: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Booking progress"
      aria-valuemin={1}
      aria-valuemax={lastStep}
      aria-valuenow={step}
      aria-valuetext={`Step ${step} of ${lastStep}`}
      className="h-1.5 w-full overflow-hidden bg-sunken"
    >
      <div
        className="h-full rounded-r-full bg-brand transition-[width] duration-200"
        style={{ width: `${(step / 5) * 100}%` }}
      />
    </div>
  )
}
