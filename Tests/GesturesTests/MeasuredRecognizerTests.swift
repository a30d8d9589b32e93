import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import Testing

/// UIKit's recognisers as measured, row by row.
///
/// Some rows of `gestures_measured.json` do not apply here. `drag_lift_s` and `content_touch_delay_s` are
/// times of drag and drop and of scroll views, which do not exist here. `swipe` is a separate recogniser,
/// which this module does not have. `sheet_dismiss` is a release rule. `pan_slop_pt` and `pan_slop_rule`
/// belong to the pan.
@Suite
struct `Recognisers compared with UIKit's` {
  static let measured = Repository.measurements("gestures_measured.json")
  /// The size of a point in millimetres at 163 points per inch, to the precision of the slops.
  static let point = 0.16

  @Test func `need the same time and distance for a long press`() throws {
    let settings = LongPressGestureRecognizer.Settings()
    #expect(settings.minimumDuration == Self.measured["long_press"]["duration"].number)
    let move = try #require(Self.measured["long_press"]["move"].number)
    #expect(abs(settings.slop - move * Self.point) < 1e-12)
  }

  @Test func `scale as much in a pinch`() throws {
    let pinch = Self.measured["pinch"]
    let activation = try #require(pinch["activation_pt"].number)
    let hysteresis = try #require(pinch["hysteresis_pt"].number)
    let ours = PinchGestureRecognizer.Settings.uiKit
    #expect(abs(ours.slop - activation * Self.point) < 1e-12)
    #expect(abs(ours.absorbed - hysteresis * Self.point) < 1e-12)
    #expect(ours.fingers == 2...2)
    #expect(PinchGestureRecognizer.Settings().slop == ours.slop)
    let settings = PinchGestureRecognizer.Settings(
      fingers: 2...2, slop: activation, absorbed: hysteresis)
    for (row, start, end) in [("100->110 scale", 100, 110), ("200->190 scale", 200, 190)] {
      let found = events(
        PinchGestureRecognizer(settings), touches("0 1:0,0 2:\(start),0 \n 8 1:0,0 2:\(end),0"))
      let scale = try #require(pinch[row].number)
      #expect(abs(try #require(found.first).scale - scale) < 1e-9)
    }
  }

  @Test func `turn as much before a rotation`() throws {
    let rotation = Self.measured["rotation_deg"]
    let activation = try #require(rotation["activation"].number) * .pi / 180
    let hysteresis = try #require(rotation["hysteresis"].number) * .pi / 180
    let ours = RotationGestureRecognizer.Settings.uiKit
    #expect(abs(ours.slop - activation) < 1e-12 && abs(ours.absorbed - hysteresis) < 1e-12)
    #expect(abs(RotationGestureRecognizer.Settings().slop - activation) < 1e-12)
    #expect(ours.fingers == 2...2)
    let found = events(
      RotationGestureRecognizer(.uiKit), touches(`A rotation`.turn(0, 12)))
    #expect(abs(try #require(found.first).angle - 7 * .pi / 180) < 1e-9)
  }

  @Test func `have the forces of peek and pop`() throws {
    let force = Self.measured["force"]
    let most = try #require(force["max on iPhone 6s"].number)
    let average = try #require(force["average"].number)
    let peek = try #require(force["peek~"].number)
    let pop = try #require(force["pop~"].number)
    // Peek and pop were measured to three digits at most.
    #expect(abs(PressGestureRecognizer.Settings().start - peek / most) < 0.001)
    #expect(abs(PressGestureRecognizer.Settings().peak - pop / most) < 0.001)
    #expect(abs(PreviewInteraction.Settings().start - average / most) < 0.001)
    #expect(abs(PreviewInteraction.Settings().peek - peek / most) < 0.001)
    #expect(abs(try #require(PreviewInteraction.Settings().pop) - pop / most) < 0.001)
  }
}
