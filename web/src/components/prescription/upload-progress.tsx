/** @param share 0 to 1; at 1 everything is sent and the response is awaited */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div>
      <p className="mb-2 flex justify-between gap-4 font-medium text-sm">
        <span>{percent < 100 ? 'Uploading…' : 'Checking the file…'}</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-label="Upload"
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
