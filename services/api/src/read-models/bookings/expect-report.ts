import type { BookingView } from '@jaanch/contracts/http/booking-view'
import type { ReportForecast } from '@jaanch/domain/forecast/report-forecast'

/** A booking with the time at which its report is to be expected. @param forecast undefined: the field stays missing */
export function expectReport<View extends BookingView>(
  forecast: ReportForecast | undefined,
  view: View,
  now: Date,
): View {
  if (!forecast) return view
  const tests = view.packages.map(({ id }) => id)
  return { ...view, reportExpected: forecast.of(view, view.labPartnerId, tests, now) }
}
