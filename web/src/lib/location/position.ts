/** The browser cannot tell where it is. */
export class GeolocationUnsupported extends Error {
  override name = 'GeolocationUnsupported'
}

/** The browser could, but does not: not allowed, no signal, or too late. */
export class PositionUnavailable extends Error {
  override name = 'PositionUnavailable'
}

/**
 * Asks the browser where it is.
 *
 * @param options times in ms
 * @throws GeolocationUnsupported, PositionUnavailable
 */
export function currentPosition(options: PositionOptions): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new GeolocationUnsupported())
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      ({ message }) => reject(new PositionUnavailable(message)),
      options,
    )
  })
}
