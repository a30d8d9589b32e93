// A drawer in an SDL 2 window, moved by a PropertyAnimator at each frame of the display.
//
//     swift run sdl-drawer
//
// The mouse or a finger drags it, and catches it while it settles. An argument is the response in seconds of the
// spring that closes it.
import CSDL
import Drawer

private let (width, height) = (400.0, 600.0)
private let drawer = try Drawer(
  closingResponse: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 0.4)

SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "1")  // The mouse is a finger,
SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")  // and a finger is no mouse.
guard SDL_Init(SDL_INIT_VIDEO) == 0 else { fatalError(String(cString: SDL_GetError())) }
private let window = SDL_CreateWindow("drawer", 0, 0, Int32(width), Int32(height), 0)
private let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
private var mode = SDL_DisplayMode()
SDL_GetWindowDisplayMode(window, &mode)
/// The seconds between two frames.
private let interval = 1 / Double(mode.refresh_rate > 0 ? mode.refresh_rate : 60)

/// The finger that drags, and where it landed.
private var finger: (id: SDL_FingerID, y: Double)?

/// Follows the first finger.
@MainActor private func touch(_ event: SDL_TouchFingerEvent, _ type: SDL_EventType) throws {
  let (y, time) = (Double(event.y) * height, Double(event.timestamp) / 1000)
  switch (type, finger) {
  case (SDL_FINGERDOWN, nil):
    finger = (event.fingerId, y)
    try drawer.land()
  case (SDL_FINGERMOTION, let finger?) where finger.id == event.fingerId:
    drawer.drag(by: finger.y - y, at: time)
  case (SDL_FINGERUP, let lifted?) where lifted.id == event.fingerId:
    finger = nil
    try drawer.lift(at: time)
  default: break
  }
}

@MainActor private func present() {
  SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255)
  SDL_RenderClear(renderer)
  SDL_SetRenderDrawColor(renderer, 0, 0, 255, 255)
  let offset = drawer.offset.rounded()
  var box = SDL_Rect(x: 0, y: Int32(height - offset), w: Int32(width), h: Int32(offset))
  SDL_RenderFillRect(renderer, &box)
  SDL_RenderPresent(renderer)
}

while true {
  present()
  // The frame was presented when SDL_RenderPresent() returned; the next one is an interval later.
  drawer.frame(at: Double(SDL_GetTicks64()) / 1000 + interval)
  var event = SDL_Event()
  // While nothing moves, the loop waits for the next event.
  var isEvent = drawer.isSettling ? SDL_PollEvent(&event) : SDL_WaitEvent(&event)
  while isEvent != 0 {
    let type = SDL_EventType(event.type)
    if type == SDL_QUIT { exit(0) }
    try touch(event.tfinger, type)
    isEvent = SDL_PollEvent(&event)
  }
}
