/// The built-in page: three figures that follow the gesture, numbers, a plot and the decision.
enum IndexPage {
  static let text: StaticString = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Live – Pantograph</title>
    <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M1 13C5 13 6 3 9 3s3 4 6 4' fill='none' stroke='%230a7d6b' stroke-width='2.5' stroke-linecap='round'/%3E%3C/svg%3E">
    <link rel="stylesheet" href="/page.css">
    <script src="/pantograph.js"></script>
    <script src="/page.js" defer></script>
    </head>
    <body>
    <a class="skip" href="#numbers">Skip to the numbers</a>
    <header>
    <h1 id="name">Live</h1>
    <p id="state" role="status">connecting</p>
    <p id="gesture"></p>
    </header>
    <main>
    <section aria-label="Figures that follow the gesture" class="figures">
    <figure>
    <div class="stage cards" role="img" aria-label="A card that is dragged aside">
    <div class="card under"><i></i><b></b><b></b></div>
    <div class="card over"><i></i><b></b><b></b></div>
    </div>
    <figcaption><strong>Card</strong> its offset</figcaption>
    </figure>
    <figure>
    <div class="stage sheets" role="img" aria-label="A sheet that is dragged up">
    <div class="room"><i></i><b></b><b></b><b></b></div>
    <div class="dim"></div>
    <div class="sheet"><u></u><b></b><b></b><b></b><b></b></div>
    </div>
    <figcaption><strong>Sheet</strong> its height</figcaption>
    </figure>
    <figure>
    <div class="stage peeks" role="img" aria-label="A preview that grows under a press">
    <div class="list"><p><i></i><b></b></p><p><i></i><b></b></p><p><i></i><b></b></p><p><i></i><b></b></p></div>
    <div class="preview"><i></i></div>
    </div>
    <figcaption><strong>Preview</strong> its size, and the blur behind it</figcaption>
    </figure>
    </section>
    <section id="numbers" tabindex="-1" aria-labelledby="numbers-title">
    <h2 id="numbers-title">Numbers</h2>
    <dl class="tiles">
    <div class="tile"><dt>fraction</dt><dd id="fraction">–</dd><dd class="note"><span class="meter" id="meter" role="meter" aria-label="fraction" aria-valuemin="0" aria-valuemax="1" aria-valuenow="0"></span></dd></div>
    <div class="tile"><dt>velocity</dt><dd id="velocity">–</dd><dd class="note">per second</dd></div>
    <div class="tile"><dt>phase</dt><dd id="phase">–</dd><dd class="note" id="time">no samples yet</dd></div>
    </dl>
    <dl class="tiles" id="properties"></dl>
    </section>
    <section aria-labelledby="curve-title">
    <h2 id="curve-title">Fraction, the last 6 seconds</h2>
    <canvas id="curve" role="img" aria-label="The fraction over the last six seconds"></canvas>
    </section>
    <section aria-labelledby="decision-title">
    <h2 id="decision-title">Last decision</h2>
    <p id="decision" aria-live="polite">none yet</p>
    <ol id="decisions" aria-label="Earlier decisions"></ol>
    </section>
    <section aria-labelledby="own-title">
    <h2 id="own-title">A page of your own</h2>
    <details>
    <summary>Ten lines of HTML, served with --page</summary>
    <pre id="example" tabindex="0"></pre>
    <p>Or on a command line: <code id="curl"></code></p>
    </details>
    </section>
    </main>
    <footer><p>Pantograph. This page connects only to the program that serves it.</p></footer>
    </body>
    </html>

    """#
}
