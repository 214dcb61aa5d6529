/** The browser has no geolocation. */
export class GeolocationUnsupported extends Error {
  override name = 'GeolocationUnsupported'
}

/** The browser has geolocation but no position: not allowed, no signal, or timed out. */
export class PositionUnavailable extends Error {
  override name = 'PositionUnavailable'
}

/**
 * Requests the browser's position.
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
