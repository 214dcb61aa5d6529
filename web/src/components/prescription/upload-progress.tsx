import { progress as texts } from './texts'

/** @param share 0 to 1; at 1 everything is sent and the response is awaited */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div>
      <p className="mb-2 flex justify-between gap-4 font-medium text-sm">
        <span>{percent < 100 ? texts.uploading : texts.checking}</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-label={texts.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-brand transition-[width] duration-150"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
