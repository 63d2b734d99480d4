# Tests with the address sanitizer. Its search for leaks at a program's end takes longer than most tests, so that a test
# of ctest is an eighth of a test program here.

set(left_out
    # pictures: drivers take long, and keep memory to the end
    *Shot*
    Snapshot.*
    # one computation very often
    *BatchBits.AreThoseOfABodyAlone/pseudoinverse
    *BatchBits.AreThoseOfABodyAlone/sdls
    *BatchBits.AreThoseOfABodyAloneThatMeetsLimits/pseudoinverse
    *BatchBits.AreThoseOfABodyAloneThatMeetsLimits/sdls
    BatchSweep.HasTheBitsOfSingleRunsOnEveryScene
    BoxDimension.OfNewtonsFractalIsThePublishedOne
    ClosestPoints.*FineScan*
    EveryStatus.OfRandomTrees*
    MethodColors.LeaveOneForAFurtherMethod
    ProjectedSteps.EndAsClose*
    TreeStep.IsExactOrMoreSo*
    TwoLink.ComesAsNear*
    *EveryClaim.*/unavoidable_error
    # one page very often
    PaletteSearch.HidesNoExactNameOrId
    ParamPanel.ChangesEveryParameterOfEveryMethod
    ParamPanel.ResetsByARightClick
    Panels.ReachEveryPageInEveryWindow*
    Touch.MakesEveryPageAsLargeAsAFinger
    Walk.ReachesEveryControl*
    WhyPage.KeepsItsButtons*
    Words.*
    */AtSize.*4K*
    */AtSize.*humanoid*
    */AtSize.*ten_lanes*)
# trials of large scenes
foreach(large IN ITEMS chain humanoid searchlights six y)
  list(APPEND left_out */EverySceneWatched.*/*${large}* */EveryStatusOf.*/*${large}*)
endforeach()
list(JOIN left_out ":" left_out)

function(sanitized_tests name)
  if(name MATCHES "gfx|robots|page") # pictures; files and a link that the tests of io read too
    return()
  endif()
  foreach(part RANGE 1 8)
    math(EXPR index "${part} - 1")
    add_test(NAME ${name}.${part}_of_8 COMMAND ${name}_tests --gtest_brief=1 "--gtest_filter=-${left_out}")
    set_tests_properties(${name}.${part}_of_8 PROPERTIES ENVIRONMENT
                                                         "GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()
