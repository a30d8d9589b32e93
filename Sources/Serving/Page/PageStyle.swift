import PantographAppearance

/// The style sheet of the built-in page; custom properties alone move the figures.
///
/// Text, links and tiles are those of all pages.
enum PageStyle {
  static let text = SharedStyle.sheet + "\(rules)"

  private static let rules: StaticString = #"""
    :root{--f:var(--pantograph-fraction,0);--inside:clamp(0,var(--f),1)}
    header{display:flex;flex-wrap:wrap;align-items:baseline;gap:var(--s1) var(--s4);padding-top:var(--s5)}
    h1{margin:0}
    section{margin:1.75rem 0 0}
    .skip{color:var(--link)}
    #gesture{flex-basis:100%;max-width:none;margin:0;color:var(--faint)}
    #state{margin:0;border:1px solid currentColor;border-radius:var(--pill);padding:0 .7rem;
    font-size:var(--small);color:var(--faint)}
    #state::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.45em;background:currentColor}
    #state[data-state=following]{color:var(--found)}
    #state[data-state=lost],#state[data-state=refused]{color:var(--wrong)}
    #state[data-state=lost]::before,#state[data-state=refused]::before{border-radius:0}

    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1rem;margin-top:1.25rem}
    figcaption{margin:var(--s2) var(--s1) 0}
    figcaption strong{margin-right:var(--s1)}
    .stage{position:relative;height:17rem;overflow:hidden;border-radius:1rem;background:var(--stage);contain:strict}
    .stage i,.stage b,.stage u{display:block;border-radius:.3rem;background:var(--shade)}
    .stage b{height:.6rem;width:70%;margin-top:.7rem}
    .stage b:last-child{width:45%}

    .card{position:absolute;inset:1.5rem calc(50% - 6.5rem);border-radius:1rem;padding:1rem;background:var(--screen);
    box-shadow:0 .2rem .9rem #0003}
    .card i{height:60%;border-radius:.6rem;background:var(--first)}
    .card.under i{background:var(--second)}
    .card.under{scale:calc(.9 + .1*var(--inside));opacity:calc(.55 + .45*var(--inside))}
    .card.over{translate:calc(var(--f)*17rem) calc(var(--f)*var(--f)*1rem);rotate:calc(var(--f)*11deg)}

    .room{position:absolute;inset:0;padding:1.25rem}
    .room i{height:42%;border-radius:.6rem;background:var(--second)}
    .dim{position:absolute;inset:0;background:#000;opacity:calc(.45*var(--inside))}
    .sheet{position:absolute;left:4%;right:4%;top:100%;height:130%;padding:.6rem 1.25rem;background:var(--screen);
    border-radius:1.1rem;box-shadow:0 -.1rem .9rem #0004;translate:0 calc(-2.6rem - var(--f)*11.4rem)}
    .sheet u{width:2.6rem;height:.3rem;margin:0 auto 1.3rem}
    .sheet b:last-child{width:55%}

    .list{position:absolute;inset:1.25rem;display:grid;gap:.7rem;align-content:start;filter:blur(calc(.4rem*var(--inside)));
    opacity:calc(1 - .35*var(--inside))}
    .list p{display:flex;align-items:center;gap:.8rem;margin:0;padding:.55rem .7rem;border-radius:.7rem;background:var(--screen)}
    .list i{flex:none;width:2.2rem;height:2.2rem;border-radius:.5rem}
    .list b:last-child{width:60%;margin:0}
    .preview{position:absolute;left:50%;top:50%;width:5.6rem;height:5.6rem;margin:-2.8rem;border-radius:.8rem;background:var(--third);
    scale:calc(.62 + 1.38*max(var(--f),-.3));box-shadow:0 .2rem calc(.4rem + 1.1rem*var(--inside)) #0005}
    .preview i{position:absolute;left:18%;right:18%;bottom:18%;height:36%;border-radius:50% 50% .3rem .3rem;background:#fff9}
    .preview::after{content:"";position:absolute;left:50%;top:17%;width:26%;height:26%;margin-left:-13%;border-radius:50%;background:#fff9}

    .tiles{grid-template-columns:repeat(auto-fit,minmax(min(100%,9rem),1fr));margin:0 0 var(--s3);max-width:none}
    .meter{display:block;position:relative;height:.4rem;margin:.45rem 0;border-radius:.2rem;background:var(--rule);overflow:hidden}
    .meter::before{content:"";position:absolute;inset:0;background:var(--found);transform-origin:left;scale:var(--inside) 1}
    #curve{display:block;width:100%;height:13rem;background:var(--card);border-radius:var(--round)}
    #decision{font-size:var(--heading);font-weight:600;overflow-wrap:anywhere}
    #decision[data-outcome=finish]{color:var(--finish)}
    #decision[data-outcome=cancel],#decision[data-outcome=snap]{color:var(--stay)}
    #decisions{list-style:none;margin:0;padding:0;color:var(--faint)}
    pre{background:var(--card);border-radius:var(--round);padding:var(--s3) var(--s4);overflow-x:auto;font-size:var(--fine)}
    @media (max-width:36rem){.tiles:first-of-type{grid-template-columns:repeat(3,1fr);gap:.5rem}
    .tiles:first-of-type .tile{padding:.5rem .6rem}.tiles:first-of-type dd:not(.note){font-size:var(--subheading)}.stage{height:15rem}
    .sheet{translate:0 calc(-2.6rem - var(--f)*9.6rem)}.card{inset:1.25rem calc(50% - 6rem)}}
    @media (forced-colors:active){.stage{border:1px solid var(--rule)}
    .stage,.stage *,.stage *::after,.meter,.meter::before,#state::before{forced-color-adjust:none}}

    """#
}
